interface PlainIconProps {
  /** The path of the icon, in a 24 × 24 square. */
  path: string;
  size?: number | string;
  className?: string;
}

/**
 * An icon as a single plain element, for icons that are repeated often on a first screen: each of MUI's icons has three
 * components and a style.
 */
export function PlainIcon({ path, size = "1em", className }: PlainIconProps) {
  return (
    <svg
      aria-hidden
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="currentColor"
      style={FIXED}
    >
      <path d={path} />
    </svg>
  );
}

const FIXED = { flexShrink: 0 } as const;
