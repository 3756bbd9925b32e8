/** Lists that can be exported. */
export type Exported = 'orders' | 'customers';
export type ExportFormat = 'csv' | 'xlsx';
