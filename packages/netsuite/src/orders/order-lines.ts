import { type RecordBody, readDecimal, readField, readReference, readText } from '../values/fields.ts';

/** A line of an order as the record service has it: money is canonical decimal text; what is absent there is absent here. */
export interface OrderLine {
  line?: number;
  item?: { id?: string; refName: string };
  description?: string;
  quantity?: number;
  rate?: string;
  amount?: string;
}

/** The `item` sublist of a record that was read with its sublists. */
export function linesFromRecord(body: RecordBody): OrderLine[] {
  const sublist = readField(body, 'item');
  if (typeof sublist !== 'object' || sublist === null) return [];
  const items = readField(sublist as RecordBody, 'items');
  return Array.isArray(items) ? items.map(toLine) : [];
}

function toLine(body: RecordBody): OrderLine {
  const item = readReference(body, 'item');
  const number = (field: string) => {
    const value = readDecimal(body, field);
    return value === null ? undefined : Number(value);
  };
  const line = {
    line: number('line'),
    item: item.name === null ? undefined : { ...(item.id === null ? {} : { id: item.id }), refName: item.name },
    description: readText(body, 'description') ?? undefined,
    quantity: number('quantity'),
    rate: readDecimal(body, 'rate') ?? undefined,
    amount: readDecimal(body, 'amount') ?? undefined,
  };
  return Object.fromEntries(Object.entries(line).filter(([, value]) => value !== undefined)) as OrderLine;
}
