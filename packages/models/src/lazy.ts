/** All that a start pays for: the package is read when something first needs it. */
export const loadModels = (): Promise<typeof import('./index.ts')> => import('./index.ts');
