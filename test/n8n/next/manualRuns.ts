import { describeManualRuns } from '../../support/manualRuns';
import { useN8nBench } from '../support/bench';

const bench = useN8nBench();

describeManualRuns(
	() => bench().n8n,
	() => undefined,
);
