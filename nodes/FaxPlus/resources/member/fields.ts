import { memberFieldOf } from '../../fields/common';
import type { ItemFields } from '../../fields/itemFields';

export const memberUserIdField = memberFieldOf('The member: from the list, or its user ID');

/** The path at which the service has the role and the quota of the member that an item names. */
export function detailsPath(fields: ItemFields): string {
	return `/accounts/self/member-details/${fields.pathId(memberUserIdField)}`;
}
