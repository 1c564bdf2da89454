/** The easel: two legs and the rail a canvas rests on. */
export const Mark = ({ size = 24 }: { readonly size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="#22262f" className="dark:fill-[#2c313c]" />
    <path
      d="M9 25 16 7l7 18"
      fill="none"
      stroke="#fdfcfb"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <path d="M8 19h16" stroke="#8fabe0" strokeWidth="2.6" strokeLinecap="round" />
  </svg>
);
