import { chakra } from '@chakra-ui/react/styled-system';

export interface RangeSliderProps {
  label: string;
  min: number;
  max: number;
  value: number;
  /** Spoken instead of the number. */
  valueText: string;
  onChange: (value: number) => void;
}

/** A value between two ends, with the browser's own slider: finger, mouse, arrows, Home and End. */
export function RangeSlider({ label, min, max, value, valueText, onChange }: RangeSliderProps) {
  return (
    <chakra.input
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={min}
      max={max}
      step={1}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      width="full"
      minW="0"
      height="11"
      cursor="pointer"
      accentColor="{colors.teal.700}"
      touchAction="pan-y"
    />
  );
}
