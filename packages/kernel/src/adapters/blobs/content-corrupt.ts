export { ContentCorrupt } from '../../ports/content-corrupt.ts';
