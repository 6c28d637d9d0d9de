interface PlainIconProps {
  /** The outline, in a square of 24. */
  path: string;
  size?: number | string;
  className?: string;
}

/** An icon as one plain element, for what stands many times on a first screen: those of MUI are three components and
 * a style each. */
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
