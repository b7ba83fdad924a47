/** The parts of the library for locks that are used here, because it has no types of its own. */
declare module 'proper-lockfile' {
	export interface LockOptions {
		/** Milliseconds after which a lock is free if it isn't renewed. */
		stale?: number;
		/** Whether the file must exist. */
		realpath?: boolean;
		/** How often and with which pauses to retry if a lock is held. */
		retries?: { retries: number; factor: number; minTimeout: number };
		onCompromised?: (error: Error) => void;
	}

	/** @returns a function that releases the lock */
	export function lock(file: string, options?: LockOptions): Promise<() => Promise<void>>;
}
