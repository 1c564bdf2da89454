import { mutationSuite } from './mutation-suite.ts';

// A sample of the damage; all of it is in the long suite.
mutationSuite(60);
