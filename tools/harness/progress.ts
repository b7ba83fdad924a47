/** Is told about steps that take long. */
export type Progress = (message: string) => void;
