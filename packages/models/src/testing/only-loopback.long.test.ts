import { test } from 'vitest';
import { workAlone } from './work-alone.ts';

test('[MD-18] the offline model does each of its sixty requests in a place without a network', { timeout: 0 }, () => {
  workAlone(1);
});
