import fc from 'fast-check';

const { SEED } = process.env;

/**
 * Property tests use the same cases in each run, so that only a change can make them fail. `SEED=random` draws other cases.
 * A failing case is reported as it is, because searching for a smaller one takes hours if each case simulates days of
 * faxes.
 */
fc.configureGlobal({ endOnFailure: true, ...(SEED === 'random' ? {} : { seed: Number(SEED ?? 1) }) });
