export async function store(): Promise<void> {}
