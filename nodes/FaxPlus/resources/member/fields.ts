import { memberFieldOf } from '../../fields/common';
import type { ItemFields } from '../../fields/itemFields';

export const memberUserIdField = memberFieldOf('The member to use');

/** Returns the path for the role and quota of the member that an item names. */
export function detailsPath(fields: ItemFields): string {
	return `/accounts/self/member-details/${fields.pathId(memberUserIdField)}`;
}
