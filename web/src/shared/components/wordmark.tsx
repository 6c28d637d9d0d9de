// eslint-disable-next-line lingui/no-unlocalized-strings -- a name, the same in every language
const NAME = "Waypost";

/** The signpost logo of the product. */
function Mark({ size = 30 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" width={size} height={size} style={FIXED}>
      <rect width="32" height="32" rx="8" fill="var(--mui-palette-primary-main)" />
      <path
        d="M15 6h2v3h6.5L26 12l-2.500 3H17v2h-2v-2H8V9h7zM14 17h4v9h-4z"
        fill="var(--mui-palette-primary-contrastText)"
      />
    </svg>
  );
}

const FIXED = { flexShrink: 0, display: "block" } as const;

/** The signpost with the product's name. */
export function Wordmark() {
  return (
    <span className="wordmark">
      <Mark />
      {NAME}
    </span>
  );
}
