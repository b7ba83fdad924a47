export function dialPlansText(): string;
