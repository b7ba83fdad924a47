import { ServiceFault } from './faults';
import { rethrow } from './rethrow';

/** Does a part of what was asked for, and lets its faults say what they mean for the whole. */
export async function mapFaults<T>(
	work: () => Promise<T>,
	meaning: (fault: ServiceFault) => ServiceFault,
): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof ServiceFault) throw meaning(error);
		return rethrow(error);
	}
}

/** What a fault means where nothing has been changed yet: a read that breaks off leaves nothing unknown. */
export function beforeAnyChange(fault: ServiceFault): ServiceFault {
	return fault.outcome === 'unknown' ? fault.withOutcome('notSent') : fault;
}
