// Imported for its effect: what a property test draws is the same on every run, so that a change which breaks nothing
// never fails by chance. New ground is looked at on purpose: `ATELIER_TEST_SEED=new`, or the number a failure printed.
import fc from 'fast-check';

const chosen = process.env.ATELIER_TEST_SEED;
if (chosen !== 'new') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(chosen ?? 20_261_120) });
