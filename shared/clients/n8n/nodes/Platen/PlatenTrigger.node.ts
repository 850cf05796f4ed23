import type {
	IHookFunctions,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { getTemplates } from './getTemplates';
import { isSigned } from './signature';

/** As many as a list has on a page; a subscription may have fewer webhooks. */
const PAGE = 100;

/** Calls the service about webhooks. */
async function call(node: IHookFunctions, method: string, path: string, more: object = {}) {
	const { baseUrl } = await node.getCredentials('platenApi');
	const url = `${baseUrl}/api/webhooks${path}`;
	return await node.helpers.httpRequestWithAuthentication.call(node, 'platenApi', { method, url, json: true, ...more });
}

export class PlatenTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Platen Trigger',
		name: 'platenTrigger',
		icon: 'file:platen.svg',
		group: ['trigger'],
		version: 1,
		subtitle: 'job ended',
		description: 'Starts the workflow when a bulk job ends',
		defaults: { name: 'Platen Trigger' },
		inputs: [],
		outputs: ['main'],
		credentials: [{ name: 'platenApi', required: true }],
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
		properties: [
			{
				displayName: 'Template Name or ID',
				name: 'templateId',
				type: 'options',
				typeOptions: { loadOptionsMethod: 'getTemplates' },
				default: '',
				description:
					'Only jobs from this template; all jobs without it. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
			},
		],
	};

	methods = { loadOptions: { getTemplates } };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				const { webhookId } = this.getWorkflowStaticData('node');
				const page = await call(this, 'GET', '', { qs: { pageNumber: 1, pageSize: PAGE } });
				return page.items.some((webhook: { webhookId: string }) => webhook.webhookId === webhookId);
			},

			async create(this: IHookFunctions): Promise<boolean> {
				const body = { url: this.getNodeWebhookUrl('default'), templateId: this.getNodeParameter('templateId') };
				const { webhookId, secret } = await call(this, 'POST', '', { body });
				Object.assign(this.getWorkflowStaticData('node'), { webhookId, secret });
				return true;
			},

			async delete(this: IHookFunctions): Promise<boolean> {
				const data = this.getWorkflowStaticData('node');
				// One that the service deleted itself is what is asked for.
				const asked = { ignoreHttpStatusErrors: true, returnFullResponse: true };
				const { statusCode } = await call(this, 'DELETE', `/${data.webhookId}`, asked);
				const isGone = [204, 404].includes(statusCode);
				if (isGone) {
					delete data.webhookId;
					delete data.secret;
				}
				return isGone;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { secret } = this.getWorkflowStaticData('node');
		const { headers, rawBody } = this.getRequestObject();
		// A webhook that was made before services told secrets has none.
		if (typeof secret === 'string' && !isSigned(secret, headers, rawBody)) {
			this.getResponseObject().status(401).end();
			return { noWebhookResponse: true };
		}
		return { workflowData: [this.helpers.returnJsonArray(this.getBodyData())] };
	}
}
