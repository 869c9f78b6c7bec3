/** The mark of the product, with a light edge on dark ground; decoration beside its name. @param size in pixels */
export function BrandMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#0f766e" />
      <rect
        x="0.5"
        y="0.5"
        width="31"
        height="31"
        rx="7.5"
        fill="none"
        stroke="#5eead4"
        strokeOpacity="0.6"
      />
      <path
        d="M7 12.5A2.5 2.5 0 0 1 9.5 10H22a2 2 0 0 1 2 2v1.5h.5A1.5 1.5 0 0 1 26 15v8a2 2 0 0 1-2 2H9.5A2.5 2.5 0 0 1 7 22.5z"
        fill="#fff"
      />
      <path d="M10 10l9.3-3.4a1 1 0 0 1 1.3.7l.6 2.7z" fill="#99f6e4" />
      <circle cx="21.5" cy="19" r="1.9" fill="#0f766e" />
    </svg>
  );
}
