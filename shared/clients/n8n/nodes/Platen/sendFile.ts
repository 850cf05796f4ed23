import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

/** Sends the file of an item as the body. */
export async function sendFile(
	this: IExecuteSingleFunctions,
	requestOptions: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const property = this.getNodeParameter('binaryProperty') as string;
	requestOptions.body = await this.helpers.getBinaryDataBuffer(property);
	return requestOptions;
}
