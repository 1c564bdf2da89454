const done = [
  { x: 60, y: 110 },
  { x: 150, y: 110 },
  { x: 240, y: 110 },
  { x: 340, y: 66 },
];

/** A run as a graph: the way taken, a fork left behind, a gap, and the step that comes next. */
export const WorkRailDrawing = () => (
  <svg viewBox="0 0 560 220" aria-hidden="true" className="mirror-rtl w-full max-w-[560px]">
    <g className="fill-none" strokeWidth="2">
      <path d="M60 110h180c48 0 52-44 100-44h90" className="stroke-accent" />
      <path
        d="M240 110c48 0 52 46 100 46h88"
        className="stroke-line-strong"
        strokeDasharray="3 6"
        strokeLinecap="round"
      />
      <path d="M430 66h72" className="stroke-line-strong" strokeDasharray="3 6" strokeLinecap="round" />
    </g>
    {done.map(({ x, y }) => (
      <g key={x}>
        <circle cx={x} cy={y} r="17" className="fill-raised stroke-accent" strokeWidth="1.75" />
        <path
          d={`m${x - 6} ${y} 4.5 4.500 8-9`}
          className="upright-rtl fill-none stroke-accent-text"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </g>
    ))}
    <circle cx="430" cy="66" r="26" className="fill-accent-soft" />
    <circle cx="430" cy="66" r="17" className="fill-accent-solid" />
    <path d="m426 59 9 7-9 7z" className="fill-on-accent" />
    <circle
      cx="502"
      cy="66"
      r="13"
      className="fill-raised stroke-line-strong"
      strokeWidth="1.5"
      strokeDasharray="3 4"
    />
    <circle cx="340" cy="156" r="13" className="fill-raised stroke-line-strong" strokeWidth="1.5" />
    <circle cx="428" cy="156" r="13" className="fill-raised stroke-line-strong" strokeWidth="1.5" />
    <g>
      <circle cx="164" cy="95" r="9" className="fill-draft-soft stroke-draft" strokeWidth="1.5" />
      <path d="M164 91v4.500M164 98.500v.1" className="stroke-draft-text" strokeWidth="2" strokeLinecap="round" />
    </g>
    <rect x="206" y="20" width="104" height="46" rx="8" className="fill-raised stroke-line-strong" strokeWidth="1.25" />
    <path d="M220 36h46M220 50h70" className="stroke-line-strong" strokeWidth="5" strokeLinecap="round" />
    <path d="M248 66v22" className="stroke-line-strong" strokeWidth="1.25" strokeDasharray="2 4" />
  </svg>
);
