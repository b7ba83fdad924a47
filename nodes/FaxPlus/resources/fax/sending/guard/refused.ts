/** The end of every refusal of a guard, because an AI model that reads it must not look for another way. */
export const REFUSED =
	"The fax wasn't sent. Don't try another way. Ask a person, who can change the guards of this node.";
