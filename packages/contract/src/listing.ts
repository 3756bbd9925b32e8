import { z } from 'zod';
import { MAX_PAGE, MAX_SEARCH_LENGTH } from './values.ts';

export const sortOrder = z.enum(['ASC', 'DESC']);

/** Filters and sorting of a list: the part of the query that the export shares. */
const listView = z.object({
  sortBy: z.string().max(100).optional().meta({ description: 'A column id; `.refName` may be left out' }),
  sortOrder: sortOrder.optional(),
  search: z
    .string()
    .max(MAX_SEARCH_LENGTH)
    .optional()
    .meta({
      description:
        'Contained whatever the case. Of numbers of orders, letters and digits are compared (`so 11031`, `#11031`); ' +
        'a total matches if it is exactly the term',
    }),
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

/** Query of every paginated list. */
export const listQuery = z.object({
  page: z.coerce.number<number | string>().int().min(1).max(MAX_PAGE).default(1),
  limit: z.coerce.number<number | string>().int().min(1).max(100).default(10),
  ...listView.shape,
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

const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Query of an export. */
export const exportQuery = z.object({
  format: z.enum(exportFormats),
  ...listView.shape,
  columns: z
    .string()
    .max(2000)
    .optional()
    .meta({ description: 'Comma-joined column ids, in their order; all that the caller may see when absent' }),
});
export type ExportQuery = z.infer<typeof exportQuery>;

/** Response of every export. The header `X-Row-Count` holds its number of rows. */
export const exportAnswer = {
  binary: '*/*',
  response: z.any().meta({ description: 'CSV or XLSX. If the connection closes early, the file is incomplete' }),
} as const;
