// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

// What a wallet may have, for tests on a node: with the functions of the standards and those that are usual
// beside them.

abstract contract Typed {
  bytes32 private constant DOMAIN =
    keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

  function digest(bytes32 structHash) internal view returns (bytes32) {
    bytes32 domain = keccak256(
      abi.encode(DOMAIN, keccak256("Test"), keccak256("1"), block.chainid, address(this))
    );
    return keccak256(abi.encodePacked(hex"1901", domain, structHash));
  }

  function check(address signer, bytes32 hash, bytes memory signature) internal pure {
    (bytes32 r, bytes32 s, uint8 v) = abi.decode(signature, (bytes32, bytes32, uint8));
    require(signer == ecrecover(hash, v, r, s), "signature");
  }
}

contract Coin is Typed {
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;
  mapping(address => uint256) public nonces;
  mapping(address => mapping(bytes32 => bool)) public used;
  address public forwarder;

  function start(address holder, uint256 amount, address trusted) external virtual {
    balanceOf[holder] += amount;
    forwarder = trusted;
  }

  /// ERC-2771
  function sender() internal view returns (address) {
    if (msg.sender != forwarder || msg.data.length < 20) return msg.sender;
    return address(bytes20(msg.data[msg.data.length - 20:]));
  }

  function transfer(address to, uint256 amount) external returns (bool) {
    return move(sender(), to, amount);
  }

  function approve(address spender, uint256 amount) external returns (bool) {
    allowance[sender()][spender] = amount;
    return true;
  }

  function increaseAllowance(address spender, uint256 added) external returns (bool) {
    allowance[sender()][spender] += added;
    return true;
  }

  function decreaseAllowance(address spender, uint256 subtracted) external returns (bool) {
    allowance[sender()][spender] -= subtracted;
    return true;
  }

  function transferFrom(address from, address to, uint256 amount) external returns (bool) {
    uint256 allowed = allowance[from][sender()];
    if (allowed != type(uint256).max) allowance[from][sender()] = allowed - amount;
    return move(from, to, amount);
  }

  function burn(uint256 amount) external {
    move(sender(), address(1), amount);
  }

  /// ERC-1363
  function transferAndCall(address to, uint256 amount, bytes calldata) external returns (bool) {
    return move(sender(), to, amount);
  }

  function multicall(bytes[] calldata calls) external {
    for (uint256 i; i < calls.length; i++) {
      (bool ok, ) = address(this).delegatecall(calls[i]);
      require(ok);
    }
  }

  function move(address from, address to, uint256 amount) internal returns (bool) {
    balanceOf[from] -= amount;
    balanceOf[to] += amount;
    return true;
  }

  bytes32 private constant PERMIT =
    keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

  function permit(address owner, address spender, uint256 value, uint256 deadline, bytes calldata sig) external {
    check(owner, digest(keccak256(abi.encode(PERMIT, owner, spender, value, nonces[owner]++, deadline))), sig);
    allowance[owner][spender] = value;
  }

  bytes32 private constant PERMIT_ALL =
    keccak256("Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)");

  function permitAll(address owner, address spender, uint256 expiry, bool allowed, bytes calldata sig) external {
    check(owner, digest(keccak256(abi.encode(PERMIT_ALL, owner, spender, nonces[owner]++, expiry, allowed))), sig);
    allowance[owner][spender] = allowed ? type(uint256).max : 0;
  }

  bytes32 private constant TRANSFER =
    keccak256(
      "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,"
      "bytes32 nonce)"
    );
  bytes32 private constant RECEIVE =
    keccak256(
      "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,"
      "bytes32 nonce)"
    );

  function authorized(address from, address to, uint256 value, bytes32 nonce, bool receives, bytes calldata sig)
    external
  {
    require(!used[from][nonce] && (!receives || msg.sender == to));
    used[from][nonce] = true;
    bytes32 kind = receives ? RECEIVE : TRANSFER;
    check(from, digest(keccak256(abi.encode(kind, from, to, value, 0, 1, nonce))), sig);
    move(from, to, value);
  }
}

/// The coin wrapped. What is sent without data is wrapped too.
contract Wrapped is Coin {
  function deposit() public payable {
    balanceOf[msg.sender] += msg.value;
  }

  function withdraw(uint256 amount) external {
    balanceOf[msg.sender] -= amount;
    (bool ok, ) = msg.sender.call{value: amount}("");
    require(ok);
  }

  receive() external payable {
    deposit();
  }
}

// / Takes calls as old contracts do: what is cut off is zero, the high bits of an address and what comes
// behind don't matter.
contract Sloppy {
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;

  function start(address holder, uint256 amount) external {
    balanceOf[holder] += amount;
  }

  function word(uint256 index) private pure returns (uint256 value) {
    assembly {
      value := calldataload(add(4, mul(32, index)))
    }
  }

  fallback() external {
    address a = address(uint160(word(0)));
    address b = address(uint160(word(1)));
    if (msg.sig == 0xa9059cbb) move(msg.sender, a, word(1));
    else if (msg.sig == 0x095ea7b3) allowance[msg.sender][a] = word(1);
    else if (msg.sig == 0x39509351) allowance[msg.sender][a] += word(1);
    else if (msg.sig == 0x23b872dd) {
      allowance[a][msg.sender] -= word(2);
      move(a, b, word(2));
    } else revert();
  }

  function move(address from, address to, uint256 amount) private {
    balanceOf[from] -= amount;
    balanceOf[to] += amount;
  }
}

contract Proxy {
  address private immutable code;

  constructor(address to) {
    code = to;
  }

  fallback() external payable {
    (bool ok, bytes memory result) = code.delegatecall(msg.data);
    assembly {
      switch ok
      case 0 {
        revert(add(result, 32), mload(result))
      }
      default {
        return(add(result, 32), mload(result))
      }
    }
  }
}

contract Nft is Typed {
  mapping(uint256 => address) public ownerOf;
  mapping(uint256 => address) public getApproved;
  mapping(address => mapping(address => bool)) public isApprovedForAll;
  mapping(uint256 => uint256) public nonces;

  function start(address holder, uint256 count) external {
    for (uint256 id; id < count; id++) ownerOf[id] = holder;
  }

  function approve(address to, uint256 id) external {
    address owner = ownerOf[id];
    require(owner == msg.sender || isApprovedForAll[owner][msg.sender]);
    getApproved[id] = to;
  }

  function setApprovalForAll(address operator, bool approved) external {
    isApprovedForAll[msg.sender][operator] = approved;
  }

  function transferFrom(address from, address to, uint256 id) public {
    require(ownerOf[id] == from);
    require(from == msg.sender || isApprovedForAll[from][msg.sender] || getApproved[id] == msg.sender);
    getApproved[id] = address(0);
    ownerOf[id] = to;
  }

  function safeTransferFrom(address from, address to, uint256 id) external {
    transferFrom(from, to, id);
  }

  function burn(uint256 id) external {
    transferFrom(msg.sender, address(1), id);
  }

  bytes32 private constant PERMIT = keccak256("Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)");

  function permit(address spender, uint256 id, uint256 deadline, bytes calldata sig) external {
    check(ownerOf[id], digest(keccak256(abi.encode(PERMIT, spender, id, nonces[id]++, deadline))), sig);
    getApproved[id] = spender;
  }
}

contract Multi {
  mapping(address => mapping(uint256 => uint256)) public balanceOf;
  mapping(address => mapping(address => bool)) public isApprovedForAll;

  function start(address holder, uint256 count) external {
    for (uint256 id; id < count; id++) balanceOf[holder][id] = 10;
  }

  function setApprovalForAll(address operator, bool approved) external {
    isApprovedForAll[msg.sender][operator] = approved;
  }

  function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes memory) public {
    require(from == msg.sender || isApprovedForAll[from][msg.sender]);
    balanceOf[from][id] -= amount;
    balanceOf[to][id] += amount;
  }

  function safeBatchTransferFrom(
    address from,
    address to,
    uint256[] calldata ids,
    uint256[] calldata amounts,
    bytes calldata data
  ) external {
    for (uint256 i; i < ids.length; i++) safeTransferFrom(from, to, ids[i], amounts[i], data);
  }
}
