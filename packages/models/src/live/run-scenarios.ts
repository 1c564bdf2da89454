import type { LiveScenario } from './scenario.ts';
import type { LiveSubject } from './subjects.ts';

export type LiveCounts = { readonly passed: number; readonly failed: number; readonly notRun: number };

/** Every scenario on every subject, a line each. What did not run is never counted as passed. */
export const runScenarios = async (
  subjects: readonly LiveSubject[],
  scenarios: readonly LiveScenario[],
  print: (line: string) => void,
): Promise<LiveCounts> => {
  const counts = { passed: 0, failed: 0, notRun: 0 };
  for (const { name, model, why = '' } of subjects) {
    for (const { id, promise, run } of scenarios) {
      const line = `${name}  ${id}: ${promise}`;
      if (!model) {
        counts.notRun += 1;
        print(`not run  ${line} (${why})`);
        continue;
      }
      const wrong = await run(model).catch(thrown);
      counts[wrong === undefined ? 'passed' : 'failed'] += 1;
      print(wrong === undefined ? `passed   ${line}` : `FAILED   ${line} (${wrong})`);
    }
  }
  return counts;
};

/** Its own words may hold an answer or a key. */
const thrown = (fault: unknown): string => `it threw a ${fault instanceof Error ? fault.name : typeof fault}`;
