/**
 * Sees to it that a process group does not outlive this process, however it ends: the guard waits for the end of its
 * standard input, which only this process holds open. By hand, as libraries clean up only while this process can still act.
 *
 * @returns ends the guard without harm to the group
 */
export function guardGroup(groupId: number): () => void;
