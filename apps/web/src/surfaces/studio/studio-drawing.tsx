const bars = [
  { y: 58, x: 150, width: 92, tone: 'fill-accent' },
  { y: 84, x: 196, width: 70, tone: 'fill-line-strong' },
  { y: 110, x: 226, width: 104, tone: 'fill-accent' },
  { y: 136, x: 262, width: 62, tone: 'fill-draft' },
  { y: 162, x: 300, width: 42, tone: 'fill-published' },
];

/** A production plan beside the quote it adds up to. */
export const StudioDrawing = () => (
  <svg viewBox="0 0 560 220" aria-hidden="true" className="mirror-rtl w-full max-w-[560px]">
    <rect
      x="30"
      y="18"
      width="336"
      height="184"
      rx="10"
      className="fill-raised stroke-line-strong"
      strokeWidth="1.25"
    />
    <path d="M30 46h336M132 18v184" className="stroke-line" strokeWidth="1.25" />
    <path d="M178 46v156M224 46v156M270 46v156M316 46v156" className="stroke-line" strokeDasharray="2 5" />
    <g className="stroke-line-strong" strokeWidth="5" strokeLinecap="round">
      <path d="M48 32h40M48 65h56M48 91h42M48 117h62M48 143h36M48 169h52" />
      <path d="M148 32h14M194 32h14M240 32h14M286 32h14M332 32h14" strokeWidth="4" />
    </g>
    {bars.map(({ y, x, width, tone }) => (
      <rect key={y} x={x} y={y} width={width} height="14" rx="5" className={tone} />
    ))}
    <path d="M242 65h10q6 0 6 6v40" className="fill-none stroke-faint" strokeWidth="1.25" />

    <rect
      x="392"
      y="34"
      width="138"
      height="168"
      rx="8"
      className="fill-raised stroke-line-strong"
      strokeWidth="1.25"
    />
    <g className="stroke-line-strong" strokeWidth="5" strokeLinecap="round">
      <path d="M410 58h48M410 86h58M500 86h12M410 104h44M494 104h18M410 122h62M502 122h10" />
    </g>
    <path d="M410 142h102" className="stroke-text" strokeWidth="1.25" />
    <path d="M410 160h36" className="stroke-text" strokeWidth="5" strokeLinecap="round" />
    <rect
      x="470"
      y="150"
      width="44"
      height="20"
      rx="6"
      className="fill-published-soft stroke-published"
      strokeWidth="1.25"
    />
    <path d="M482 160h20" className="stroke-published-text" strokeWidth="5" strokeLinecap="round" />
  </svg>
);
