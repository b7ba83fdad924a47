/** Called with a message at steps that take long. */
export type Progress = (message: string) => void;
