import type { JsonObject } from '@atelier/kernel/core';
import { refuseOp } from '../package/index.ts';

/** One thing to copy: what kind, which one, and where to. */
export type Asset = { readonly type: string; readonly key: string; readonly target: string | undefined };

/** `type:key` or `type:key->target`, or the same in fields. */
export const assetsOf = (args: JsonObject, supported: readonly string[]): readonly Asset[] =>
  ((args.assets ?? []) as readonly (string | JsonObject)[]).map((written) => {
    const asset = typeof written === 'string' ? fromText(written) : fromFields(written);
    if (supported.includes(asset.type)) return asset;
    const known = ['chart', 'pivot', 'macro', 'ole', 'diagram', 'slicer', 'activex'].includes(asset.type.toLowerCase());
    return refuseOp(
      known ? 'unsupported_structure' : 'asset_not_found',
      known ? `A ${asset.type} cannot be copied.` : `${asset.type.slice(0, 40)} is no kind of asset.`,
      { candidates: supported },
    );
  });

export const assetId = ({ type, key, target }: Asset): string =>
  `${type}:${key}${target === undefined ? '' : `->${target}`}`;

export const unknownAsset = (asset: Asset, candidates: readonly string[] = []): never =>
  refuseOp('asset_not_found', `There is no ${assetId(asset).slice(0, 100)} to copy.`, {
    hint: 'List what there is with the get_styles tool.',
    candidates: candidates.slice(0, 30),
  });

const fromText = (written: string): Asset => {
  const arrow = written.indexOf('->');
  const source = arrow < 0 ? written : written.slice(0, arrow);
  const colon = source.indexOf(':');
  return {
    type: (colon < 0 ? source : source.slice(0, colon)).trim(),
    key: colon < 0 ? '' : source.slice(colon + 1).trim(),
    target: arrow < 0 ? undefined : written.slice(arrow + 2).trim(),
  };
};

const fromFields = (fields: JsonObject): Asset => {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  const id = text(fields.id);
  // An id may be given as the listing spells it, kind and all.
  const whole = id?.startsWith(`${String(fields.type)}:`) ? fromText(id) : undefined;
  return {
    type: String(fields.type),
    key: whole?.key ?? id ?? text(fields.name) ?? text(fields.source) ?? '',
    target: text(fields.target) ?? whole?.target,
  };
};
