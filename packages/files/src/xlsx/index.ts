export { type EditRequest, type EditResult, editXlsx } from './edit/edit-xlsx.ts';
export type { OpValue, XlsxOp } from './edit/ops.ts';
export type { XlsxMap } from './map/map-types.ts';
export { type MapOptions, mapXlsx } from './map/map-xlsx.ts';
export { type ChunkInfo, type ReadOptions, readXlsx, type XlsxAnswer } from './read/read-xlsx.ts';
export type { TableColumn, TableColumnType, TableValue } from './write/row-xml.ts';
export { type TableSource, type WrittenTable, writeXlsxTable } from './write/write-table.ts';
