// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Operated} from "./Operated.sol";

/// @title Disbursement: a sum that a bank pays out in tranches, by date or by milestone
/// @notice Records obligations; it never holds value. Each tranche is paid by one transaction of
/// the bank's ledger, in minor units, named by the hash of its id; the money is there.
/// A tranche is paid once, not before its time, in its exact amount, and only after its approval
/// where the plan asks for one (a building loan: each stage is inspected before it is paid). The
/// bank (an operator) names as `actor` whose credential it has checked; nobody has two roles.
///
///   depositor:   plan, pay
///   beneficiary: cancelRest, as what is not paid is theirs to give up
///   approver:    approve (through the bank, or from an address of their own), cancelRest
///
///   tranche: Planned --approve--> Approved --pay--> Paid        (plans by milestone)
///            Planned --pay--> Paid                              (plans by date)
///            Planned | Approved --cancelRest--> Canceled        (all that is left, at once)
///
/// @dev No payable function and no call to another contract: there is nothing to re-enter.
contract Disbursement is Operated {
    enum State {
        None,
        Planned,
        Approved,
        Paid,
        Canceled
    }

    struct Tranche {
        State state;
        /// Minor units.
        uint64 amount;
        /// Unix seconds before which it is not paid.
        uint64 notBefore;
        /// keccak256 of the id of the ledger transaction that paid it.
        bytes32 payment;
    }

    struct Plan {
        bytes3 currency;
        bool byMilestone;
        bool canceled;
        uint16 tranches;
        uint16 paid;
        /// Minor units, of all tranches and of those that were paid.
        uint64 total;
        uint64 totalPaid;
        /// keccak256 of the id of a credential, or an address that acts by itself.
        bytes32 depositor;
        bytes32 beneficiary;
        bytes32 approver;
    }

    error AlreadyExists();
    error UnknownPlan();
    error UnknownTranche(uint16 index);
    error WrongState(State state);
    error PlanCanceled();
    error NothingLeft();
    error ScheduleInvalid(uint256 amounts, uint256 times);
    error TimesNotInOrder(uint16 index);
    error NoApprovalNeeded();
    error TooEarly(uint64 allowedFrom);
    error PaymentInUse(bytes32 payment);
    error AmountMismatch(uint64 expected, bytes3 currency);

    event Planned(
        bytes32 indexed tenant,
        bytes32 indexed planId,
        bytes3 currency,
        bytes32 depositor,
        bytes32 beneficiary,
        bytes32 approver,
        bool byMilestone,
        uint16 tranches,
        uint64 total
    );
    event Approved(bytes32 indexed tenant, bytes32 indexed planId, uint16 index, bytes32 approver);
    event Paid(
        bytes32 indexed tenant,
        bytes32 indexed planId,
        bytes32 indexed payment,
        uint16 index,
        uint64 amount
    );
    event RestCanceled(bytes32 indexed tenant, bytes32 indexed planId, uint16 left, uint64 amount);

    uint16 public constant MOST_TRANCHES = 60;

    mapping(bytes32 key => Plan) private plans;
    mapping(bytes32 key => Tranche[]) private tranchesOf;
    /// A transaction pays one tranche only.
    mapping(bytes32 payment => bool) private used;

    /// @notice Lays down all tranches of a plan; they never change afterwards.
    function plan(
        bytes32 tenant,
        bytes32 actor,
        bytes32 planId,
        bytes3 currency,
        bytes32 beneficiary,
        bytes32 approver,
        bool byMilestone,
        uint64[] calldata amounts,
        uint64[] calldata notBefore
    ) external onlyOperator {
        requireDistinct(actor, beneficiary, approver);
        requireCurrency(currency);
        uint256 count = amounts.length;
        if (count == 0 || count > MOST_TRANCHES || count != notBefore.length) {
            revert ScheduleInvalid(count, notBefore.length);
        }
        bytes32 key = keyOf(tenant, planId);
        Plan storage one = plans[key];
        if (one.tranches != 0) revert AlreadyExists();
        one.currency = currency;
        one.depositor = actor;
        one.beneficiary = beneficiary;
        one.approver = approver;
        one.byMilestone = byMilestone;
        one.tranches = uint16(count);
        one.total = layDown(key, amounts, notBefore);
        emitPlanned(tenant, planId, one);
    }

    function layDown(
        bytes32 key,
        uint64[] calldata amounts,
        uint64[] calldata notBefore
    ) private returns (uint64 total) {
        uint64 earlier = 0;
        for (uint16 i = 0; i < amounts.length; i++) {
            uint64 amount = amounts[i];
            if (amount == 0 || amount > MAX_AMOUNT - total) revert AmountOutOfRange(amount);
            if (notBefore[i] < earlier) revert TimesNotInOrder(i);
            total += amount;
            earlier = notBefore[i];
            tranchesOf[key].push(Tranche(State.Planned, amount, earlier, 0));
        }
    }

    function emitPlanned(bytes32 tenant, bytes32 planId, Plan storage one) private {
        emit Planned(
            tenant,
            planId,
            one.currency,
            one.depositor,
            one.beneficiary,
            one.approver,
            one.byMilestone,
            one.tranches,
            one.total
        );
    }

    /// @notice The approver confirms that a milestone was reached.
    function approve(bytes32 tenant, bytes32 actor, bytes32 planId, uint16 index) external {
        bytes32 key = keyOf(tenant, planId);
        Plan storage one = existing(key);
        bytes32 caller = callerOf(actor);
        if (caller != one.approver) revert NotArbiter(caller);
        if (!one.byMilestone) revert NoApprovalNeeded();
        Tranche storage tranche = trancheAt(key, index);
        if (tranche.state != State.Planned) revert WrongState(tranche.state);
        tranche.state = State.Approved;
        emit Approved(tenant, planId, index, caller);
    }

    /// @notice Pays a tranche: the bank captures the hold of `payment` once this is final.
    function pay(
        bytes32 tenant,
        bytes32 actor,
        bytes32 planId,
        uint16 index,
        bytes32 payment,
        uint64 amount,
        bytes3 currency
    ) external onlyOperator {
        bytes32 key = keyOf(tenant, planId);
        Plan storage one = existing(key);
        if (actor != one.depositor) revert NotDepositor(actor);
        Tranche storage tranche = trancheAt(key, index);
        State due = one.byMilestone ? State.Approved : State.Planned;
        if (tranche.state != due) revert WrongState(tranche.state);
        if (block.timestamp < tranche.notBefore) revert TooEarly(tranche.notBefore);
        if (tranche.amount != amount || one.currency != currency) {
            revert AmountMismatch(tranche.amount, one.currency);
        }
        if (payment == 0) revert ZeroIdentifier();
        if (used[payment]) revert PaymentInUse(payment);
        used[payment] = true;
        tranche.state = State.Paid;
        tranche.payment = payment;
        one.paid += 1;
        one.totalPaid += amount;
        emit Paid(tenant, planId, payment, index, amount);
    }

    /// @notice Cancels every tranche that was not paid.
    function cancelRest(bytes32 tenant, bytes32 actor, bytes32 planId) external onlyOperator {
        bytes32 key = keyOf(tenant, planId);
        Plan storage one = existing(key);
        if (actor != one.beneficiary && actor != one.approver) revert NotBeneficiary(actor);
        if (one.canceled) revert PlanCanceled();
        if (one.paid == one.tranches) revert NothingLeft();
        one.canceled = true;
        Tranche[] storage all = tranchesOf[key];
        for (uint256 i = 0; i < all.length; i++) {
            if (all[i].state != State.Paid) all[i].state = State.Canceled;
        }
        emit RestCanceled(tenant, planId, one.tranches - one.paid, one.total - one.totalPaid);
    }

    /// @notice A plan and how much of it was paid; all zero when there is none.
    function planOf(bytes32 tenant, bytes32 planId) external view returns (Plan memory) {
        return plans[keyOf(tenant, planId)];
    }

    /// @notice One tranche of a plan.
    function trancheOf(
        bytes32 tenant,
        bytes32 planId,
        uint16 index
    ) external view returns (Tranche memory) {
        bytes32 key = keyOf(tenant, planId);
        existing(key);
        return trancheAt(key, index);
    }

    function existing(bytes32 key) private view returns (Plan storage one) {
        one = plans[key];
        if (one.tranches == 0) revert UnknownPlan();
    }

    function trancheAt(bytes32 key, uint16 index) private view returns (Tranche storage) {
        Tranche[] storage all = tranchesOf[key];
        if (index >= all.length) revert UnknownTranche(index);
        return all[index];
    }
}
