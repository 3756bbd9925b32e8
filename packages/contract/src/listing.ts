import { z } from 'zod';

export const sortOrder = z.enum(['ASC', 'DESC']);

/** The query every paged list of the server understands. */
export const listQuery = z.object({
  page: z.coerce.number<number | string>().int().min(1).max(100_000_000).default(1),
  limit: z.coerce.number<number | string>().int().min(1).max(100).default(10),
  sortBy: z.string().max(100).optional().meta({ description: 'A column id; `.refName` may be left out' }),
  sortOrder: sortOrder.optional(),
  search: z.string().max(200).optional().meta({ description: 'Case-insensitive substring' }),
  filter: z
    .string()
    .max(8000)
    .optional()
    .meta({
      description:
        "JSON object of column id to text: `createData` and other dates 'from,to', `status` comma-joined names, " +
        "numbers 'min,max', `minAmount` for total, text contains",
    }),
});
export type ListQuery = z.infer<typeof listQuery>;

/** One page of a list with its exact total. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.number().int(),
    pages: z.number().int(),
    page: z.number().int(),
    limit: z.number().int(),
  });
}
