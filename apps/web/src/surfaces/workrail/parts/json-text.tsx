import { CodeBlock } from '../../../ui/code-block.tsx';

type Props = { readonly value: unknown; readonly label: string };

export const JsonText = ({ value, label }: Props) => (
  <div className="max-h-96 overflow-y-auto">
    <CodeBlock code={JSON.stringify(value, null, 2)} label={label} />
  </div>
);
