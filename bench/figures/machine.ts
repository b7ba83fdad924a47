import { availableParallelism, loadavg, release, totalmem, type } from 'node:os';

export interface Machine {
	cores: number;
	memoryGiB: number;
	os: string;
	/** How many programs wanted a processor, a minute's mean; what was measured may be one of them. */
	load?: number;
}

/** The machine at present. */
export function thisMachine(): Machine {
	return {
		cores: availableParallelism(),
		memoryGiB: Math.round(totalmem() / 1024 ** 3),
		os: `${type()} ${release()}`,
		load: Number((loadavg()[0] ?? 0).toFixed(1)),
	};
}
