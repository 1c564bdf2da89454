export { createOfflineModel, type OfflineModelOptions, offlineGrammar } from './offline-model.ts';
export { asList, asObject, call, type ListedFile, type Plan, refuse, type Step, type Sub } from './plan.ts';
export { type Asked, byPatterns, type OfflineRule, type Parts, sourceOf, tableOf, targetOf } from './rule.ts';
