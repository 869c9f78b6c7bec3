import { chakra } from '@chakra-ui/react/styled-system';
import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import {
  type DateBounds,
  isDateText,
  typedDate,
  weekdayOf,
} from '#machines/domain/values/dates.ts';
import { IconButton } from './IconButton.tsx';
import { MonthCalendar } from './MonthCalendar.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';
import { leavesGroup, useFormikField } from './use-formik-field.ts';

type DateFieldProps = Omit<TextFieldProps, 'type' | 'look' | 'after'> & {
  /** Days that may be chosen, both ends included. */
  bounds: DateBounds;
};

/** A date, saved as `yyyy-MM-dd`: chosen in a calendar, or typed as `20/11`; the same in every browser. */
export function DateField({ bounds, ...field }: DateFieldProps) {
  const { value, write } = useFormikField<string>(field.name);
  const [open, setOpen] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const input = () => group.current?.querySelector('input');
  const settle = (text: string) => {
    const date = typedDate(text, bounds);
    if (date !== null && date !== text) write(date);
  };
  const close = () => {
    setOpen(false);
    input()?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    // The dialog around the field stays open: one Escape closes one thing.
    event.stopPropagation();
    close();
  };
  return (
    <chakra.div
      ref={group}
      position="relative"
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (leavesGroup(event)) setOpen(false);
      }}
    >
      <TextField
        {...field}
        placeholder="aaaa-mm-dd"
        maxLength={10}
        look={{
          lang: 'es-CO',
          fontVariantNumeric: 'tabular-nums',
          pe: { base: '12', md: '20' },
          onKeyDown: ({ key, currentTarget }) => {
            if (key === 'Enter') settle(currentTarget.value);
          },
        }}
        onLeave={settle}
        after={
          <chakra.div
            position="absolute"
            insetEnd="1px"
            insetY="1px"
            display="flex"
            alignItems="center"
          >
            <chakra.span hideBelow="md" aria-hidden="true" textStyle="sm" color="fg.muted">
              {isDateText(value) ? weekdayOf(value) : ''}
            </chakra.span>
            <IconButton
              label="Abrir el calendario"
              icon={CalendarDays}
              onClick={() => setOpen(!open)}
            />
          </chakra.div>
        }
      />
      {open ? (
        <chakra.div
          role="dialog"
          aria-label="Calendario"
          position="absolute"
          insetStart="0"
          top="4.75rem"
          zIndex="dropdown"
          p="3"
          bg="bg.panel"
          borderWidth="1px"
          borderColor="border.emphasized"
          borderRadius="l2"
          boxShadow="md"
        >
          <MonthCalendar
            value={isDateText(value) ? value : ''}
            bounds={bounds}
            onChoose={(day) => {
              write(day);
              close();
            }}
          />
        </chakra.div>
      ) : null}
    </chakra.div>
  );
}
