/** What the engine says to agents: the names it sets between back-ticks are code. */
export const EngineText = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/`([^`\n]+)`/).map((part, at) =>
      at % 2 === 1 ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, in their order
        <code key={at} className="rounded-sm bg-sunken px-1 font-mono text-[0.9em]">
          {part}
        </code>
      ) : (
        part
      ),
    )}
  </>
);
