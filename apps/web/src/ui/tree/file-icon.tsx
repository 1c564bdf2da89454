import {
  File,
  FileArchive,
  FileCode,
  FileImage,
  FileSpreadsheet,
  FileText,
  Folder,
  FolderOpen,
  type LucideIcon,
  Presentation,
} from 'lucide-react';
import { splitName } from '../split-name.ts';

type Look = { readonly icon: LucideIcon; readonly className: string };

const looks: readonly (readonly [RegExp, Look])[] = [
  [/^\.(xlsx?|xlsm|csv|tsv|ods)$/i, { icon: FileSpreadsheet, className: 'text-published-text' }],
  [/^\.(docx?|odt|rtf|pdf)$/i, { icon: FileText, className: 'text-accent-text' }],
  [/^\.(pptx?|odp)$/i, { icon: Presentation, className: 'text-draft-text' }],
  [/^\.(png|jpe?g|gif|webp|svg|bmp|tiff?)$/i, { icon: FileImage, className: 'text-muted' }],
  [/^\.(zip|gz|tar|7z)$/i, { icon: FileArchive, className: 'text-muted' }],
  [/^\.(json|xml|ya?ml|html?|js|ts|css|py|sql)$/i, { icon: FileCode, className: 'text-muted' }],
  [/^\.(txt|md|log)$/i, { icon: FileText, className: 'text-muted' }],
];
const plain: Look = { icon: File, className: 'text-muted' };

/** The picture of a kind of file, told by its name. The name stands beside it, so it is nothing for those who listen. */
export const FileIcon = ({ name, size = 15 }: { readonly name: string; readonly size?: number }) => {
  const { extension } = splitName(name);
  const { icon: Icon, className } = looks.find(([pattern]) => pattern.test(extension))?.[1] ?? plain;
  return <Icon size={size} aria-hidden="true" className={`shrink-0 ${className}`} />;
};

export const FolderIcon = ({ open }: { readonly open: boolean }) => {
  const Icon = open ? FolderOpen : Folder;
  return <Icon size={15} aria-hidden="true" className="shrink-0 text-faint" />;
};
