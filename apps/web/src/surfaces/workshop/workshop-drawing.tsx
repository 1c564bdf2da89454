/** A draft sheet in front of the published ones, its lines kept, added and struck. */
export const WorkshopDrawing = () => (
  <svg viewBox="0 0 560 220" aria-hidden="true" className="mirror-rtl w-full max-w-[560px]">
    <g className="fill-raised stroke-line-strong" strokeWidth="1.25">
      <rect x="70" y="46" width="128" height="152" rx="8" />
      <rect x="58" y="34" width="128" height="152" rx="8" />
      <rect x="46" y="22" width="128" height="152" rx="8" />
    </g>
    <g className="stroke-line-strong" strokeWidth="5" strokeLinecap="round">
      <path d="M66 50h56M66 70h88M66 86h76M66 102h84M66 126h88M66 142h60" />
    </g>
    <circle cx="154" cy="154" r="13" className="fill-published-soft stroke-published" strokeWidth="1.5" />
    <path
      d="m148 154 4.5 4.5 8-9"
      className="upright-rtl fill-none stroke-published-text"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />

    <path d="M212 110h52" className="stroke-accent" strokeWidth="1.75" strokeDasharray="2 6" strokeLinecap="round" />
    <path
      d="m258 103 8 7-8 7"
      className="fill-none stroke-accent"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    />

    <rect x="284" y="14" width="232" height="192" rx="10" className="fill-raised stroke-draft" strokeWidth="1.5" />
    <path d="M284 46h232" className="stroke-line" strokeWidth="1.25" />
    <circle cx="303" cy="30" r="4" className="fill-draft" />
    <path d="M318 30h62" className="stroke-line-strong" strokeWidth="5" strokeLinecap="round" />
    <rect x="468" y="22" width="34" height="16" rx="5" className="fill-accent-solid" />
    <g strokeWidth="5" strokeLinecap="round">
      <path d="M322 66h150M322 84h118" className="stroke-line-strong" />
      <path d="M322 156h146M322 174h104" className="stroke-line-strong" />
    </g>
    <rect x="296" y="97" width="208" height="20" rx="4" className="fill-danger-soft" />
    <path d="M304 107h7" className="stroke-danger-text" strokeWidth="2" strokeLinecap="round" />
    <path d="M322 107h128" className="stroke-danger" strokeWidth="5" strokeLinecap="round" opacity=".55" />
    <rect x="296" y="121" width="208" height="20" rx="4" className="fill-published-soft" />
    <path d="M304 131h7M307.500 127.500v7" className="stroke-published-text" strokeWidth="2" strokeLinecap="round" />
    <path d="M322 131h162" className="stroke-published" strokeWidth="5" strokeLinecap="round" opacity=".8" />
  </svg>
);
