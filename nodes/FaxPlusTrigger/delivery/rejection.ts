/** Why a request is not a delivery. */
export interface Rejection {
	/** HTTP status of the answer, 4xx or 503. */
	status: number;
	/** What is wrong, in one of a few fixed sentences, for the log only. */
	cause: string;
	/** More about it. */
	detail?: string;
	/** Stands for the secrets in the credential: once they are changed, the same cause is news. */
	secretsMark?: string;
	/** What a person can do about it, if anything: then it is shown to one. */
	remedy?: Remedy;
}

/** What a person can mend. */
export type Remedy = 'credential' | 'secret' | 'clock' | 'report';
