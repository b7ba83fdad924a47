/** What is used of the library for locks, which has no types of its own. */
declare module 'proper-lockfile' {
	export interface LockOptions {
		/** After how many milliseconds a lock that nobody has renewed is free. */
		stale?: number;
		/** Whether the file has to exist. */
		realpath?: boolean;
		/** How often and after which pause to try again for one that is held. */
		retries?: { retries: number; factor: number; minTimeout: number };
		onCompromised?: (error: Error) => void;
	}

	/** @returns gives the lock back */
	export function lock(file: string, options?: LockOptions): Promise<() => Promise<void>>;
}
