/**
 * Makes sure that a process group ends when this process ends, for whatever reason. The guard is a process that waits for
 * the end of its standard input, which only this process holds open.
 *
 * No library is used, because libraries can only clean up while this process still runs.
 *
 * @returns a function that ends the guard but not the group
 */
export function guardGroup(groupId: number): () => void;
