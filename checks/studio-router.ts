/**
 * What the router has learned from the sets of messages whose route is known. `node checks/studio-router.ts` says whether
 * the committed weights are those of the committed sets; `--write` learns them anew.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  opinionOf,
  outcomes,
  type Packed,
  places,
  signsOf,
  weightsIn,
} from '../packages/studio/src/core/routing/learned.ts';
import type { Stage } from '../packages/studio/src/core/routing/score.ts';
import { mistyped } from '../packages/studio/src/core/routing/testing/mistyped.ts';

const fixtures = new URL('../packages/studio/fixtures/', import.meta.url);
const learned = new URL('../packages/studio/src/core/routing/learned.json', import.meta.url);

export type Example = {
  readonly text: string;
  readonly stage: Stage;
  readonly hasDraft: boolean;
  readonly route: string;
  /** What else is right. Nothing is learned from it. */
  readonly also: readonly string[];
};

type Row = {
  stage: Stage;
  pin: string;
  channel: string;
  draft: boolean;
  route: string;
  also?: string[];
  said: string[];
};

/** Every message of the sets that words alone decide: no pin, no command, no decision about a draft. */
export const examplesIn = (sets: readonly string[]): readonly Example[] =>
  sets
    .flatMap((set) => JSON.parse(readFileSync(new URL(set, fixtures), 'utf8')) as Row[])
    .filter(({ pin, channel, route }) => pin === 'auto' && channel === 'auto' && outcomes.includes(route as never))
    .flatMap(({ stage, draft, route, also = [], said }) =>
      said.filter((text) => !text.startsWith('/')).map((text) => ({ text, stage, hasDraft: draft, route, also })),
    );

export const routingSets = (): readonly string[] =>
  readdirSync(fixtures)
    .filter((name) => /^routing-.*\.json$/.test(name))
    .sort();

const rounds = 20;
const step = 0.3;

const stages: readonly Stage[] = ['ideation', 'planning', 'solutioning'];
const ofEveryStage = ['CHG', 'CRT', 'QA', 'QST'];

/** Each example once more with a slip in it, and at another stage where that makes no difference to what is meant. */
const otherwise = (example: Example, nth: number): Example => ({
  ...example,
  text: mistyped(example.text, nth),
  stage: ofEveryStage.includes(example.route) ? (stages[nth % stages.length] ?? example.stage) : example.stage,
});

/** Logistic regression, one example at a time in an order that is the same each time. */
export const learn = (examples: readonly Example[]): Float64Array => {
  const weights = new Float64Array(places * outcomes.length);
  const seen = [...examples, ...examples.map(otherwise)].map(({ text, stage, hasDraft, route }) => ({
    signs: signsOf(text, { stage, hasDraft }),
    nth: outcomes.indexOf(route as never),
  }));
  let seed = 1;
  for (let taught = 0; taught < rounds * seen.length; taught += 1) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    const example = seen[seed % seen.length];
    if (!example) break;
    const { signs, nth } = example;
    const opinion = opinionOf(signs, weights);
    const rate = step / (1 + 0.2 * Math.floor(taught / seen.length)) / Math.sqrt(signs.length);
    outcomes.forEach((outcome, other) => {
      const missed = (other === nth ? 1 : 0) - opinion[outcome];
      for (const place of signs) {
        const at = place * outcomes.length + other;
        weights[at] = (weights[at] ?? 0) + rate * missed;
      }
    });
  }
  return weights;
};

/** A byte for each weight. */
export const pack = (weights: Float64Array): Packed => {
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const bytes = Uint8Array.from(weights, (weight) => Math.round((weight / scale) * 127) & 0xff);
  return { scale: Math.round(scale * 1e6) / 1e6, weights: Buffer.from(bytes).toString('base64') };
};

export const unpack = (): Float64Array => weightsIn(JSON.parse(readFileSync(learned, 'utf8')) as Packed);

const main = (): void => {
  const packed = pack(learn(examplesIn(routingSets())));
  if (process.argv.includes('--write')) writeFileSync(learned, `${JSON.stringify(packed, undefined, 2)}\n`);
  else if (packed.weights !== (JSON.parse(readFileSync(learned, 'utf8')) as Packed).weights) {
    console.error('The router learned from other sets: node checks/studio-router.ts --write');
    process.exitCode = 1;
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
