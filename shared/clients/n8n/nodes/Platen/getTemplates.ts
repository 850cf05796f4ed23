import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

const PAGE = 100;

/** The templates that the key may use, by name. */
export async function getTemplates(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { baseUrl } = await this.getCredentials('platenApi');
	const options: INodePropertyOptions[] = [];
	for (let pageNumber = 1; ; pageNumber++) {
		const page = await this.helpers.httpRequestWithAuthentication.call(this, 'platenApi', {
			url: `${baseUrl}/api/getTemplates`,
			qs: { pageNumber, pageSize: PAGE },
			json: true,
		});
		for (const { name, templateId } of page.items) options.push({ name, value: templateId });
		if (page.items.length < PAGE) return options;
	}
}
