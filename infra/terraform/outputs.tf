output "outputs" {
  description = "The outputs of the stack, such as ApiUrl and Environment."
  value       = aws_cloudformation_stack.platen.outputs
}

output "api_url" {
  description = "The base address of the API."
  value       = aws_cloudformation_stack.platen.outputs["ApiUrl"]
}
