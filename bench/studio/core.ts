import evaluation from '../../packages/studio/fixtures/routing-evaluation.json' with { type: 'json' };
import traces from '../../packages/studio/fixtures/session-traces.json' with { type: 'json' };
import { contextOf } from '../../packages/studio/src/core/draft/revise.ts';
import { liveOf } from '../../packages/studio/src/core/fold/records.ts';
import { reconcile } from '../../packages/studio/src/core/reconcile/reconcile.ts';
import { routeMessage } from '../../packages/studio/src/core/routing/route.ts';
import type { Stage } from '../../packages/studio/src/core/routing/score.ts';
import { scopeOf } from '../../packages/studio/src/core/scope/scope.ts';
import { validateOps } from '../../packages/studio/src/core/validate/validate.ts';
import { type Bench, percentile } from '../bench.ts';
import { samplesOf } from '../timing.ts';
import { largeProject, twoHundredOps } from './projects.ts';

type Spoken = { stage: Stage; pin: Stage | 'auto'; channel: 'auto' | 'questions'; draft: boolean; said: string[] };

export const routing: Bench = {
  ids: ['route-set-b', 'router-share'],
  run: async () => {
    const messages = (evaluation as Spoken[]).flatMap(({ stage, pin, channel, draft, said }) =>
      said.map((text) => ({ text, projectStage: stage, pins: { stage: pin, channel }, hasDraft: draft })),
    );
    const route = ({ text, ...context }: (typeof messages)[number]) => routeMessage(text, context);
    // One sample is one message, the first of each included: nobody says the same twice.
    const samples = await samplesOf(messages.length, (nth) => messages[nth] && route(messages[nth]), 0);

    const decisions = traces.flatMap(({ stage, said }) =>
      said.map(({ text, draft }) =>
        routeMessage(text, {
          projectStage: stage as Stage,
          pins: { stage: 'auto', channel: 'auto' },
          hasDraft: draft,
        }),
      ),
    );
    const asked = decisions.filter(({ kind }) => kind === 'ambiguous').length;
    const running = decisions.filter(({ kind }) => kind === 'skill').length + asked;
    return [
      { id: 'route-set-b', value: percentile(samples, 0.95), unit: 'ms' },
      { id: 'router-share', value: asked / running, unit: 'share' },
    ];
  },
};

export const rules: Bench = {
  ids: ['resolve-200', 'validate-200', 'reconcile'],
  run: async ({ say }) => {
    const studio = largeProject(20_000);
    const { state } = studio;
    const { records } = state;
    const entities = Object.values(records).reduce((sum, map) => sum + map.size, 0);
    const elements = liveOf(records.element).slice(-200);
    say(`${entities} entities, ${elements.length} elements`);

    const facts = {
      elements: elements.map(({ id, name, aliases }) => ({ id, name, aliases: aliases ?? [] })),
      selectedIds: [],
      lastTouchedIds: [],
      lastScopeIds: [],
    };
    const said = (nth: number) => spoken[nth % spoken.length] ?? '';
    const resolved = await samplesOf(200, (nth) => scopeOf(said(Math.abs(nth)), facts));

    const context = contextOf(state, studio.facts());
    const ops = twoHundredOps(studio, 0);
    const validated = await samplesOf(40, () => {
      const { ok, issues } = validateOps(ops, context);
      if (!ok) throw new Error(JSON.stringify(issues.slice(0, 3)));
    });

    const world = { ...state, sha256: context.sha256, today: '2026-04-16' };
    const found = reconcile(world);
    say(`${found.fixes.length} fixes, ${found.opened.length} flags`);
    const reconciled = await samplesOf(40, () => reconcile(world));
    return [
      { id: 'resolve-200', value: percentile(resolved, 0.95), unit: 'ms' },
      { id: 'validate-200', value: percentile(validated, 0.95), unit: 'ms' },
      { id: 'reconcile', value: percentile(reconciled, 0.95), unit: 'ms' },
    ];
  },
};

const spoken = [
  'paint the north kiosk white',
  'make the garden podium taller',
  'add lights to the lobby canopy',
  'תצבע את אלמנט 12 בלבן',
  'the silver lantrn is too dark',
  'what does the east mural cost?',
  'remove the royal totem and the winter gazebo',
  'everything should be cheaper',
];
