/** A pause without naps, which take a fake clock many steps. */
export async function pause(milliseconds: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
