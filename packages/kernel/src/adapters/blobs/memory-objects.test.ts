import { blobsKeepTheirPromises } from '../../testing/blobs-promises.ts';
import { treesKeepTheirPromises } from '../../testing/blobs-tree-promises.ts';
import { createMemoryContent } from './memory-objects.ts';

const create = async () => ({ content: createMemoryContent() });
blobsKeepTheirPromises('memory', create);
treesKeepTheirPromises('memory', create);
