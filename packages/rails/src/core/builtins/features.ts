import { z } from 'zod';
import type { Capabilities } from '../compiled.ts';

/** Lines a feature adds to every step written in promptBlocks. */
export type FeatureLines = {
  readonly constraints?: readonly string[];
  readonly procedure?: readonly string[];
  readonly verify?: readonly string[];
};
export type FeatureConfig = { readonly [key: string]: unknown };
export type FeatureEntry = {
  readonly id: string;
  readonly summary: string;
  /** Absent: the feature takes no configuration. */
  readonly config?: z.ZodObject;
  readonly lines: (config: FeatureConfig, capabilities: Capabilities) => FeatureLines;
};

const feature = (name: string, summary: string, lines: FeatureEntry['lines'], config?: z.ZodObject): FeatureEntry => ({
  id: `wr.features.${name}`,
  summary,
  lines,
  ...(config ? { config } : {}),
});

export const CAPABILITIES_FEATURE = 'wr.features.capabilities';
export const CapabilitiesConfig = z.strictObject({
  probeVisibility: z.enum(['collapsed', 'expanded']).optional(),
  recordObservationsAs: z.enum(['artifact', 'event']).optional(),
});

const capabilityText = { delegation: 'hand work to helper agents', web_browsing: 'browse the web' } as const;

export const featureEntries: readonly FeatureEntry[] = [
  feature(
    'mode_guidance',
    'Reminds each step what the chosen autonomy mode asks for.',
    ({ detail }) => ({
      constraints:
        detail === 'full'
          ? [
              'Guided: ask the user where a choice is theirs and wait where a confirmation is asked for.',
              'Full auto: play both parts. Derive the answer from evidence, assume what is safe and reversible, skip what is neither, and record each of these in the notes.',
            ]
          : ['Act as your autonomy mode asks, and record every assumption you make in the user’s place.'],
    }),
    z.strictObject({ detail: z.enum(['short', 'full']).optional() }),
  ),
  feature('durable_recap_guidance', 'Asks each step for notes that can be continued from.', () => ({
    verify: [
      'Your notes let somebody continue from here without this conversation: decisions, paths, figures, open points.',
    ],
  })),
  feature(
    'capabilities',
    'Tells each step which optional capabilities to use, and how to report on them.',
    (_, capabilities) => ({
      constraints: (['delegation', 'web_browsing'] as const).flatMap((name) => {
        const need = capabilities[name];
        if (need === 'disabled') return [`Do not ${capabilityText[name]} in this workflow.`];
        if (need === 'preferred')
          return [
            `Where it helps, ${capabilityText[name]}; if you find you cannot, say so with a \`wr.capability_observation\` artifact and do the work yourself, one thing after another.`,
          ];
        return [];
      }),
    }),
    CapabilitiesConfig,
  ),
  feature(
    'output_contracts',
    'Says once per step that a required artifact is not optional.',
    () => ({
      constraints: [
        'Where this step asks for an artifact, send it with exactly the fields asked for. Without it the step is not complete, whatever the notes say.',
      ],
    }),
    z.strictObject({ enforce: z.literal('block_in_blocking_modes_gap_in_never_stop').optional() }),
  ),
  feature('memory_context', 'Uses the agent’s long-term memory, where there is one.', () => ({
    procedure: [
      'If you have a long-term memory, ask it about the subject of this step first, and check what it says against the files.',
    ],
  })),
  feature('subagent_guidance', 'How to hand work to helper agents without losing the thread.', () => ({
    constraints: [
      'If you hand work to helpers: one question each, the same facts for all, findings with evidence in return. You alone decide and write.',
    ],
  })),
];
