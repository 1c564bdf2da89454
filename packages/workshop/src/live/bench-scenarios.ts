import type { ChatModel } from '@atelier/models';
import {
  budget,
  hasSelector,
  type LiveScenario,
  mapsFirst,
  numbered,
  says,
  sheetOf,
  sumOf,
} from '@atelier/models/live';
import { plainDocx } from '../../../files/fixtures/docx/small.ts';
import { slidesPptx } from '../../../files/fixtures/pptx/small.ts';
import { edited, inWorkbench, phasesArePaired, toolsArePaired } from './in-workbench.ts';

const sales = 'Region,Amount\nNorth,10\nSouth,32\nNorth,5\n';
const onlyNorth = 'Keep only the rows of sales.csv where Region is North and save as north.csv';
const northIs = (text: string | undefined): string | undefined => {
  const written = text?.trim().split(/\r?\n/).join('|');
  return written === 'Region,Amount|North,10|North,5' ? undefined : `north.csv holds ${written}`;
};

/**
 * What a model does in whole runs: research, plan, items and summary, on real files, with the prompts people get.
 * Structure and numbers are asserted, never prose.
 */
export const benchScenarios: readonly LiveScenario[] = [
  {
    id: 'bench-map-read',
    promise: 'a question about a workbook is answered from its map and precise parts',
    run: (model) =>
      inWorkbench(model, { 'budget.xlsx': sheetOf('Plan', [['Category', 'Amount'], ...budget]) }, async (bench) => {
        const worked = await bench.turn('What is the total of Amount in budget.xlsx?', 'ask');
        return worked.wrong ?? mapsFirst(worked, 'budget.xlsx') ?? says(worked, 8230.5);
      }),
  },
  {
    id: 'bench-large-workbook',
    promise: 'a workbook too large for one read is read to its end, every read with a selector',
    run: (model) => {
      const rows = numbered(6_000);
      return inWorkbench(model, { 'log.xlsx': sheetOf('Log', [['Code', 'Amount'], ...rows]) }, async (bench) => {
        const worked = await bench.turn('What is the total of Amount in log.xlsx?', 'ask');
        if (worked.calls.some(({ name, input }) => name === 'read_file' && !hasSelector(input)))
          return 'the workbook was read without a selector';
        return worked.wrong ?? says(worked, sumOf(rows));
      });
    },
  },
  {
    id: 'bench-large-csv',
    promise: 'a large csv is totalled by the table tools alone',
    run: (model) => {
      const rows = numbered(40_000);
      const csv = `Code,Amount\n${rows.map((row) => row.join(',')).join('\n')}\n`;
      return inWorkbench(model, { 'big.csv': csv }, async (bench) => {
        const worked = await bench.turn('What is the total of Amount in big.csv?', 'ask');
        if (worked.calls.some(({ name, input }) => name === 'read_file' && input.path === 'big.csv'))
          return 'the csv was read line by line';
        return worked.wrong ?? says(worked, sumOf(rows));
      });
    },
  },
  {
    id: 'bench-docx-edit',
    promise: 'a document is edited in a Draft, with a hint and a structured review',
    run: (model) =>
      inWorkbench(model, { 'report.docx': plainDocx() }, async (bench) => {
        const worked = await bench.turn('Replace "Two" with "Deux" in report.docx');
        return worked.wrong ?? edited(bench, 'report.docx', 'Deux', 'Two');
      }),
  },
  {
    id: 'bench-pptx-edit',
    promise: 'a presentation is edited in a Draft, with a hint and a structured review',
    run: (model) =>
      inWorkbench(model, { 'deck.pptx': slidesPptx() }, async (bench) => {
        const worked = await bench.turn('Add a slide titled "Next steps" with bullets "Hire", "Ship" to deck.pptx');
        return worked.wrong ?? edited(bench, 'deck.pptx', 'Next steps');
      }),
  },
  {
    id: 'bench-notifications',
    promise: 'every phase and every tool call of a run is announced once and ended once',
    run: (model) =>
      inWorkbench(model, { 'sales.csv': sales }, async (bench) => {
        const worked = await bench.turn('Describe sales.csv');
        return worked.wrong ?? phasesArePaired(await bench.events()) ?? toolsArePaired(await bench.events());
      }),
  },
  {
    id: 'bench-write',
    promise: 'the same file is in the Draft whichever model is asked, and Published is untouched',
    run: (model) =>
      inWorkbench(model, { 'sales.csv': sales }, async (bench) => {
        const before = (await bench.now()).published;
        const worked = await bench.turn(onlyNorth);
        if ((await bench.now()).published !== before) return 'Published was changed';
        return worked.wrong ?? northIs(await bench.text('north.csv'));
      }),
  },
  {
    id: 'bench-resume',
    promise: 'a run that was stopped after its plan goes on with it',
    run: (model) =>
      inWorkbench(model, { 'sales.csv': sales }, async (bench) => {
        await bench.set({ pauseAfterPlan: true });
        await bench.turn(onlyNorth);
        if ((await bench.now()).run?.state !== 'paused') return 'the run did not wait after its plan';
        const plan = (await bench.now()).artifacts.plan;
        const worked = await bench.resume();
        const phases = (await bench.events()).filter(
          ({ kind, data }) => kind === 'run.phase_started' && data.phase === 'plan',
        );
        if (plan === null || phases.length > 1) return 'it was planned anew';
        return worked.wrong ?? northIs(await bench.text('north.csv'));
      }),
  },
  {
    id: 'bench-retry',
    promise: 'an item that failed is tried again in a fresh context, with the reason',
    run: (model) => {
      const shaky = failingOnce(model);
      return inWorkbench(shaky, { 'sales.csv': sales }, async (bench) => {
        const worked = await bench.turn(onlyNorth);
        if (shaky.failures() === 0) return 'no item was carried out';
        return worked.wrong ?? northIs(await bench.text('north.csv'));
      });
    },
  },
];

/** The first call that carries an item out is refused; all others are the model's own. */
const failingOnce = (model: ChatModel): ChatModel & { readonly failures: () => number } => {
  let failures = 0;
  return {
    ...model,
    failures: () => failures,
    stream: async function* (request, signal) {
      if (request.task?.phase === 'implement' && failures === 0) {
        failures += 1;
        yield {
          kind: 'failed',
          failure: { code: 'PROVIDER_REFUSED', message: 'The item was refused once.', status: 400 },
        };
        return;
      }
      yield* model.stream(request, signal);
    },
  };
};
