import { docxOperations } from './definitions/docx.ts';
import { getFileInfo, getFileMap, listFiles, readFile, recallToolResult } from './definitions/files.ts';
import { pdfOperations } from './definitions/pdf.ts';
import { pptxOperations } from './definitions/pptx.ts';
import {
  docxCopyAssets,
  docxGetStyles,
  pptxCopyAssets,
  pptxGetStyles,
  xlsxCopyAssets,
  xlsxGetStyles,
} from './definitions/styles.ts';
import {
  tableDescribe,
  tableExport,
  tableGetMap,
  tableQuery,
  tableReadRows,
  tableStats,
  tableUpdateFromExport,
} from './definitions/tables.ts';
import { csvOperations, editTextFile, writeTextFile } from './definitions/text.ts';
import { xlsxOperations } from './definitions/xlsx.ts';

export const catalogue = [
  listFiles,
  getFileInfo,
  getFileMap,
  readFile,
  tableGetMap,
  tableDescribe,
  tableStats,
  tableReadRows,
  tableQuery,
  tableExport,
  tableUpdateFromExport,
  writeTextFile,
  editTextFile,
  csvOperations,
  xlsxOperations,
  docxOperations,
  pptxOperations,
  pdfOperations,
  xlsxGetStyles,
  docxGetStyles,
  pptxGetStyles,
  xlsxCopyAssets,
  docxCopyAssets,
  pptxCopyAssets,
  recallToolResult,
] as const;

export type ToolName = (typeof catalogue)[number]['name'];
